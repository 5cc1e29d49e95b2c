export function downloadFile(fileName: string, type: string, ...parts: string[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers request the URL only after handling the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
