export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked later, because the browser starts the download asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
