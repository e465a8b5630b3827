import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

const COMMON = 'Esta senha é uma das mais usadas no mundo e fácil de adivinhar. Escolha outra.'
const OWN = 'A senha não pode ser o seu nome nem o seu e-mail, mesmo com números. Escolha outra.'
const OWNER = { name: 'João Araújo de Lima', email: 'joao.lima@correio.test' }

describe('a password for João Araújo de Lima, joao.lima@correio.test', () => {
  test.each(['password', 'PassWord', '12345678', 'qwertyuiop', 'flamengo', 'senha123', 'iloveyou1'])(
    '%s is too common',
    (password) => {
      expect(passwordProblem(password, OWNER)).toBe(COMMON)
    },
  )

  test.each([
    'João Araújo de Lima',
    'joaoaraujodelima',
    'araujo1990',
    'JOAO-LIMA-2026',
    '1990joaolima',
    'joao.lima@correio.test',
    'joao.lima',
    'largada2026!',
  ])('%s is refused, because it consists of the name, the e-mail or the product', (password) => {
    expect(passwordProblem(password, OWNER)).toBe(OWN)
  })

  test.each([
    'largada-demo',
    'corro aos sábados',
    'uma senha boa',
    '98173640',
    '!!!!????',
    'ação e reação',
    'joão corre às seis',
    'ab'.repeat(63),
  ])('%s is accepted', (password) => {
    expect(passwordProblem(password, OWNER)).toBeNull()
  })
})

test('the 10,000 most common passwords that are long enough are rejected', () => {
  const most = dictionary['passwords-common'].filter(({ length }) => length >= 8).slice(0, 10_000)
  expect(most).toHaveLength(10_000)
  expect(most.filter((password) => passwordProblem(password, OWNER) === null)).toEqual([])
})

test('a name in another script rejects no unrelated password', () => {
  expect(passwordProblem('uma senha boa', { name: '山田 太郎', email: '1@exemplo.test' })).toBeNull()
  expect(passwordProblem('!!!!1990', { name: '山田 太郎', email: '1@exemplo.test' })).toBeNull()
})
