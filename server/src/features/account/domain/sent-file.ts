/** `uploads.purpose` of a file sent with an answer to an organizer's question. */
export const ANSWER_FILE = 'answer'

/** The bytes of a data URL; null when it carries none. What it says of itself is not believed. */
export function bytesOfDataUrl(dataUrl: string): Buffer | null {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  return Buffer.from(base64, 'base64')
}

/** Judged by content: readers look for the mark at the very beginning. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'
