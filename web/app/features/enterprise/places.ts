/** Where the list of events is, the screen that fees are reached beside. */
export const EVENTS_PATH = '/organizador/eventos'
