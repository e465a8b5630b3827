/** The URL of a stored picture, from the path in the API's answer. */
export const storedFile = (path: string | null): string | null =>
  path ? `/storage/${path.replace(/^\/+/, '')}` : null
