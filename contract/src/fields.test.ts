import { expect, test } from 'vitest'
import { ProfileInput, RegisterAccountInput } from './account/account.ts'
import { EnterpriseInput } from './backoffice/enterprises.ts'
import { OrganizerInput } from './backoffice/organizers.ts'
import { AdditionalParticipant } from './checkout/checkout.ts'
import { EventInput } from './event-management/event-document.ts'
import {
  Cnpj,
  Cpf,
  DateInput,
  Email,
  MoneyInput,
  Name,
  NewPassword,
  OptionalDate,
  OptionalName,
  optionalText,
  Phone,
  required,
  TimeInput,
  Zip,
} from './fields.ts'
import { NAME_INVALID, NAME_WITH_ADDRESS } from './names.ts'
import { NewProducerInput } from './producer/producer.ts'

const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message

test('reads a CPF as digits, or reports an error', () => {
  expect(Cpf().parse(' 529.982.247-25 ')).toBe('52998224725')
  expect(messageOf(Cpf().safeParse('529.982.247-26'))).toBe('CPF inválido')
  expect(messageOf(Cpf().safeParse(''))).toBe('CPF obrigatório')
  expect(messageOf(Cpf('Preencha o CPF do participante.').safeParse(undefined))).toBe(
    'Preencha o CPF do participante.',
  )
})

test('reads a CNPJ as capitals and digits without punctuation', () => {
  expect(Cnpj().parse('12.abc.345/01de-35')).toBe('12ABC34501DE35')
  expect(messageOf(Cnpj().safeParse('12.abc.345/01de-36'))).toBe('CNPJ inválido')
})

test.each([
  ['(11) 98765-4321', '11987654321'],
  ['11 3333 4444', '1133334444'],
  ['(01) 98765-4321', null],
  ['98765-4321', null],
  ['119876543210', null],
])('phone %s', (typed, digits) => {
  const result = Phone().safeParse(typed)
  if (digits) expect(result.data).toBe(digits)
  else expect(messageOf(result)).toBe('Telefone inválido')
})

test('reads CEP, e-mail, password and texts', () => {
  expect(Zip().parse('01001-000')).toBe('01001000')
  expect(messageOf(Zip().safeParse('0100100'))).toBe('CEP inválido')
  expect(Email().parse(' Ana@Exemplo.COM ')).toBe('ana@exemplo.com')
  expect(messageOf(Email().safeParse('ana@'))).toBe('Email inválido')
  expect(messageOf(Email().safeParse(''))).toBe('Email obrigatório')
  expect(NewPassword().safeParse('12345678').success).toBe(true)
  expect(messageOf(NewPassword().safeParse('1234567'))).toBe('O campo precisa ter pelo menos 8 caracteres')
  expect(messageOf(NewPassword().safeParse(''))).toBe('Senha obrigatória')
  expect(messageOf(required('Nome obrigatório').safeParse('   '))).toBe('Nome obrigatório')
  expect(messageOf(required('Nome obrigatório', 3).safeParse('Joana'))).toBe(
    'O campo pode ter no máximo 3 caracteres',
  )
  expect([optionalText().parse(''), optionalText().parse(undefined), optionalText().parse(' a ')]).toEqual([
    null,
    null,
    'a',
  ])
})

test('reads days and times', () => {
  expect(DateInput().parse(' 05/12/2026 ')).toBe('2026-12-05')
  expect(DateInput('Data obrigatória').safeParse('').error?.issues[0]?.message).toBe('Data obrigatória')
  expect(DateInput().safeParse('31/02/2026').error?.issues[0]?.message).toBe('Data inválida')
  expect([OptionalDate.parse(''), OptionalDate.parse(undefined), OptionalDate.parse('2026-12-05')]).toEqual([
    undefined,
    undefined,
    '2026-12-05',
  ])
  expect(OptionalDate.safeParse('ontem').success).toBe(false)
  for (const time of ['00:00', '07:30', '23:59']) expect(TimeInput().safeParse(time).success).toBe(true)
  for (const time of ['24:00', '7:30', '07:60', '']) expect(TimeInput().safeParse(time).success).toBe(false)
})

test('an amount in a form is not negative and has at most two decimals', () => {
  expect(MoneyInput.parse('129.90')).toBe(12_990)
  for (const wrong of ['-1', '1.999', 'muito', null, {}])
    expect(MoneyInput.safeParse(wrong).success).toBe(false)
})

test('a name is required, limited in length, and readable', () => {
  expect(messageOf(Name('Nome obrigatório').safeParse(' '))).toBe('Nome obrigatório')
  expect(messageOf(Name('Nome obrigatório', 3).safeParse('Joana'))).toBe(
    'O campo pode ter no máximo 3 caracteres',
  )
  expect(Name('Nome obrigatório').parse(' Ana Souza ')).toBe('Ana Souza')
  expect(messageOf(OptionalName().safeParse('golpe.com'))).toBe(NAME_WITH_ADDRESS)
  expect(OptionalName().parse(' ')).toBeNull()
})

const nameless = { cpf: '529.982.247-25', phone: '11987654321', birth_date: '1990-01-01', sex: 0 }

test.each([
  ['a participant’s', AdditionalParticipant, nameless, ['name']],
  ['an account’s', RegisterAccountInput, {}, ['name', 'emergency_contact']],
  ['a profile’s', ProfileInput, {}, ['name', 'emergency_contact']],
  ['a company’s', NewProducerInput, {}, ['nickname', 'fantasy_name', 'corporate_reason', 'responsible']],
  ['an organizer’s', OrganizerInput, {}, ['nickname', 'fantasy_name', 'corporate_reason', 'responsible']],
  ['an enterprise’s', EnterpriseInput, {}, ['name']],
  ['a race’s', EventInput, {}, ['title', 'city']],
])('every name follows one rule: %s', (_, schema, rest, fields) => {
  const refused = (typed: string) =>
    schema
      .safeParse({ ...rest, ...Object.fromEntries(fields.map((field) => [field, typed])) })
      .error?.issues.filter(({ path }) => fields.includes(String(path[0])))
      .map(({ path, message }) => [path[0], message])
  expect(refused('golpe.com.br')).toEqual(fields.map((field) => [field, NAME_WITH_ADDRESS]))
  expect(refused('Ana\u202eazuoS')).toEqual(fields.map((field) => [field, NAME_INVALID]))
})

test.each([
  ['modality', 'modalities.0.modality_name', { modalities: [{ modality_name: 'www.golpe' }] }],
  [
    'category',
    'modalities.0.categories.0.category_name',
    { modalities: [{ categories: [{ category_name: 'www.golpe' }] }] },
  ],
  ['kit', 'products.0.name', { products: [{ name: 'www.golpe' }] }],
  ['size', 'products.0.shirt_sizes.0.size', { products: [{ shirt_sizes: [{ size: 'www.golpe' }] }] }],
  ['coupon', 'discount_cupons.0.code', { discount_cupons: [{ code: 'www.golpe' }] }],
  ['term', 'terms.0.name', { terms: [{ name: 'www.golpe' }] }],
])('names of an event’s offer follow the same rule: %s', (_, field, draft) => {
  const issues = EventInput.safeParse(draft).error?.issues ?? []
  expect(issues.filter(({ path }) => path.join('.') === field).map(({ message }) => message)).toEqual([
    NAME_WITH_ADDRESS,
  ])
})

test.each<[string, number | null]>([
  ['1000000.00', 100_000_000],
  ['1000000.01', null],
  ['0', 0],
  ['-0.01', null],
])('an amount of %s', (typed, cents) => {
  const result = MoneyInput.safeParse(typed)
  expect(result.success ? result.data : null).toBe(cents)
})
