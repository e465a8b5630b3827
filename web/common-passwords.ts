import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'
import { commonPasswords } from '#contract/account/password.ts'

const ID = 'virtual:common-passwords'

/** The list by which the server refuses passwords, without the library's other lists. */
export function commonPasswordList(): Plugin {
  return {
    name: 'common-passwords',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(sortedList())}` : undefined),
  }
}

/** Sorted, because that compresses best. */
const sortedList = () => [...commonPasswords(dictionary['passwords-common'])].sort().join(' ')
