/** The parsed text, or null when it is no absolute URL. `URL.parse` does the same, in newer browsers than ours. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
