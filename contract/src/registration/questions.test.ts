import { expect, test } from 'vitest'
import {
  type Answer,
  answerProblem,
  answerValue,
  applicableQuestions,
  isAnswered,
  type Question,
  wantsFile,
} from './questions.ts'

const question = (kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  id: 1,
  kind,
  required: true,
  options: ['Ônibus', 'Carro'],
  asksFile: false,
  modalityId: null,
  ...more,
})

test.each<[Question['kind'], Answer | undefined, boolean]>([
  ['yes_no', undefined, false],
  ['yes_no', { value: 'Sim' }, false],
  ['yes_no', { accepted: false }, true],
  ['text', { value: '  ' }, false],
  ['text', { value: 'Ana' }, true],
  ['file', { accepted: true }, false],
  ['file', { file: 'a.pdf' }, true],
])('%s answered with %j: %s', (kind, answer, answered) => {
  expect(isAnswered(question(kind), answer)).toBe(answered)
})

test.each<[Question['kind'], string, string | null]>([
  ['text', 'x'.repeat(500), null],
  ['text', 'x'.repeat(501), 'Use no máximo 500 caracteres.'],
  ['number', '42', null],
  ['number', '-1.5', null],
  ['number', '1,25', null],
  ['number', 'dez', 'Digite um número.'],
  ['number', '1.000,00', null],
  ['number', '1.00,00', 'Digite um número.'],
  ['date', '29/02/2028', null],
  ['date', '29/02/2027', 'Digite uma data válida.'],
  ['date', '2027-02-01', 'Digite uma data válida.'],
  ['choice', 'Carro', null],
  ['choice', 'Avião', 'Escolha uma das opções.'],
  ['choices', 'Carro; Ônibus', null],
  ['choices', 'Carro; Avião', 'Escolha entre as opções.'],
  ['choices', '', null],
])('%s %j: %s', (kind, value, problem) => {
  expect(answerProblem(question(kind), { value })).toBe(problem)
})

test('a number is stored with a decimal comma, and a yes/no answer has no text', () => {
  expect(answerValue({ kind: 'number' }, { value: ' 1.5 ' })).toBe('1,5')
  expect(answerValue({ kind: 'number' }, { value: '1.500' })).toBe('1500')
  expect(answerValue({ kind: 'number' }, { value: '0.125' })).toBe('0,125')
  expect(answerValue({ kind: 'yes_no' }, { value: 'Sim', accepted: true })).toBeNull()
})

test('a file is needed by a question for a file, and by a yes to a question that asks for one', () => {
  expect(wantsFile(question('file'), undefined)).toBe(true)
  expect(wantsFile(question('yes_no', { asksFile: true }), { accepted: true })).toBe(true)
  expect(wantsFile(question('yes_no', { asksFile: true }), { accepted: false })).toBe(false)
  expect(wantsFile(question('text', { asksFile: true }), { accepted: true })).toBe(false)
})

test('a question of a modality is asked when a participant runs that modality', () => {
  const [all, own] = [question('text'), question('text', { id: 2, modalityId: 11 })]
  expect(applicableQuestions([all, own], [12])).toEqual([all])
  expect(applicableQuestions([all, own], [12, 11])).toEqual([all, own])
})
