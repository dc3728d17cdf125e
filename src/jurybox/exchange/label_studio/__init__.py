"""Label Studio: tasks and annotations in and out, and a labeling configuration as a draft protocol.

Its formats: https://labelstud.io/guide/task_format (tasks, annotations, predictions), https://labelstud.io/guide/export
(JSON and JSON-MIN) and https://labelstud.io/tags (what each control writes).
"""
