"""One picture per module: `draw(canvas)`."""
