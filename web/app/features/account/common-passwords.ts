import list from 'virtual:common-passwords'

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list.split(' '))
