const COUNT = new Intl.NumberFormat('pt-BR')

export const countWords = (count: number): string => COUNT.format(count)

/** `1 inscrição`, `2 inscrições`. */
export const plural = (count: number, one: string, many: string): string =>
  `${COUNT.format(count)} ${count === 1 ? one : many}`
