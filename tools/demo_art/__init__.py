"""The pictures and the little film of the demonstration, drawn in code: they are our own and can be made again."""
