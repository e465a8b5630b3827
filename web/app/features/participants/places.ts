/** Where a registration is edited. */
export const registrationEditPath = (id: number): string => `/organizador/evento/participante/editar/${id}`
