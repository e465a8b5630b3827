const MAX_BYTES = 10 * 1024 * 1024

export const isImage = (file: File): boolean => file.type.startsWith('image/')

/** What is wrong with a file before it is sent; the server judges its content. */
export function fileProblem(file: File): string | null {
  if (!isImage(file) && file.type !== 'application/pdf') return 'Escolha uma imagem ou um PDF'
  return file.size > MAX_BYTES ? 'O arquivo pode ter no máximo 10 MB' : null
}
