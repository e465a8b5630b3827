/** A boleto's 47 digits in their groups: `00190.50095 40144.816069 06809.350314 3 37370000000100`. */
export const groupedLine = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
