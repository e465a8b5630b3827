/** `uploads.purpose` of a file that answers an organizer's question. */
export const ANSWER_FILE = 'answer'

/** Decodes a data URL; null when it is not base64. Its declared media type is ignored. */
export function bytesOfDataUrl(dataUrl: string): Buffer | null {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  return Buffer.from(base64, 'base64')
}

/** Checks the signature at the very start of the content, where PDF readers look for it. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'
