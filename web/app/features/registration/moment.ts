const FORMAT = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** An instant in the browser's time zone: `20/11/2026 às 10:21`. */
export const momentWords = (instant: string): string => FORMAT.format(new Date(instant)).replace(', ', ' às ')
