"""Films with audio descriptions: subtitles or tables in, groups of segments with their clips out."""
