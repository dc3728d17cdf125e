"""The pictures and the little film of the demonstration, drawn in code so that they are our own and can be made again."""
