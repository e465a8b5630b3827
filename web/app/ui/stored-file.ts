/** The address of a stored picture, of the path the API gives. */
export const storedFile = (path: string | null): string | null =>
  path ? `/storage/${path.replace(/^\/+/, '')}` : null
