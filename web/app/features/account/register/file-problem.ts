const MAX_BYTES = 10 * 1024 * 1024

export const isImage = (file: File): boolean => file.type.startsWith('image/')

/** The error message for a file that cannot be sent; null otherwise. The server checks the content. */
export function fileProblem(file: File): string | null {
  if (!isImage(file) && file.type !== 'application/pdf') return 'Escolha uma imagem ou um PDF'
  return file.size > MAX_BYTES ? 'O arquivo pode ter no máximo 10 MB' : null
}
