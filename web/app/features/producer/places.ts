/** A number of the address, or null when it is none. */
export function idOf(param: string | undefined): number | null {
  const id = Number(param)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const PRODUCERS_PATH = '/organizador/realizadores'
export const NEW_PRODUCER_PATH = `${PRODUCERS_PATH}/novo`
export const producerPath = (id: number) => `${PRODUCERS_PATH}/detalhe/${id}`
/** The same screen in its other mode; the address keeps it across a reload. */
export const EDIT_PARAM = 'editar'
export const editProducerPath = (id: number) => `${producerPath(id)}?${EDIT_PARAM}`
export const permissionsPath = (id: number) => `/organizador/realizador/permissao/${id}`
