/** `5020` → `5,02 km`. */
export const kilometreWords = (metres: number): string =>
  `${String(Math.round(metres / 10) / 100).replace('.', ',')} km`
