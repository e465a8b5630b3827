/** `uploads.purpose` of a file that answers an organizer's question. */
export const ANSWER_FILE = 'answer'

/** Null when it is not base64. The declared media type is ignored. */
export function bytesOfDataUrl(dataUrl: string): Buffer | null {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  return Buffer.from(base64, 'base64')
}

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'
