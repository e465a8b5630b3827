/** A producer (realizador) works on events of the organizer that invited them. */
export const ORGANIZER_TYPE = { organizer: 0, producer: 1 } as const
