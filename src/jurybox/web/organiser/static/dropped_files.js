// The files of what was dropped on a page, those of folders with the way to them.

/** @param {DataTransfer} dropped @returns {Promise<{ file: File, name: string }[]>} */
export async function droppedFiles(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.length) return [...dropped.files].map((file) => ({ file, name: file.name }));
  const one = entries.length === 1 && entries[0].isDirectory;
  const found = (await Promise.all(entries.map((entry) => filesOf(entry, '')))).flat();
  // A single folder is only what holds the files: tables name them from inside it.
  return one ? found.map(({ file, name }) => ({ file, name: name.split('/').slice(1).join('/') })) : found;
}

/** @param {FileSystemEntry} entry @param {string} way @returns {Promise<{ file: File, name: string }[]>} */
async function filesOf(entry, way) {
  const name = way + entry.name;
  if (entry.isFile) {
    const file = await new Promise((found, failed) => /** @type {FileSystemFileEntry} */ (entry).file(found, failed));
    return [{ file, name }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const found = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((read, failed) => reader.readEntries(read, failed));
    if (!some.length) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((one) => filesOf(one, `${name}/`)))).flat();
}
