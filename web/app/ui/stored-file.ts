export const storedFile = (path: string | null): string | null =>
  path ? `/storage/${path.replace(/^\/+/, '')}` : null
