"""From findings to plain tables, pages and charts."""
