const MOST = 500

/** A sentence of a machine (an error, mostly) without the addresses and documents it may have picked up. */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[e-mail]')
    .replace(/\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g, '[documento]')
    .slice(0, MOST)
