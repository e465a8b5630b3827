/** As public bodies print a CPF that is not to be read whole: `***.982.247-**`. */
export const cpfHint = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
