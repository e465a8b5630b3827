import type { EventDocument, ListName } from './document.ts'

/** The lists whose items registrations point at: what they point at can be switched off, not deleted. */
export type UsableList = Exclude<ListName, 'stock_levels' | 'payment_methods'>

/** Why an item cannot go, naming it. */
export function inUseSentence(list: UsableList, id: number, stored: EventDocument): string {
  const name = nameOf(list, id, stored)
  switch (list) {
    case 'modalities':
      return `A modalidade "${name}" já é usada por inscrições e não pode ser excluída. Desative-a.`
    case 'categories':
      return `A categoria "${name}" já é usada por inscrições e não pode ser excluída.`
    case 'kits':
      return `O produto "${name}" já é usado por inscrições e não pode ser excluído. Desative-o.`
    case 'shirt_sizes':
      return `O tamanho "${name}" já é usado por inscrições e não pode ser excluído.`
    case 'coupons':
      return `O cupom "${name}" já é usado por inscrições e não pode ser excluído. Desative-o.`
    case 'terms':
      return `O termo "${name}" já foi aceito em inscrições e não pode ser excluído. Desative-o.`
    case 'questionnaires':
      return `A pergunta "${name}" já foi respondida em inscrições e não pode ser excluída. Desative-a.`
  }
}

function nameOf(list: UsableList, id: number, stored: EventDocument): string {
  const row = stored[list].find((one) => one.id === id)
  if (!row) return ''
  if ('name' in row) return row.name
  return 'code' in row ? row.code : row.description
}
