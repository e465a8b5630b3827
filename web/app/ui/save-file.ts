/** Offers a file made or fetched here as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
