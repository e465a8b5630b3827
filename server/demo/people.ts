import { addDays, type IsoDate } from '#contract/dates.ts'
import { SEX } from '#contract/documents.ts'
import type { Random } from './random.ts'

export interface Person {
  name: string
  cpf: string
  phone: string
  city: string
  /** Two letters, as `SP`. */
  state: string
  birthOn: IsoDate
  /** 0 Masculino, 1 Feminino. */
  sex: 0 | 1
}

const WOMEN =
  'Ana Beatriz Camila Carolina Cláudia Cristiane Daniela Débora Eduarda Elaine Fernanda Gabriela Helena Isabela Jéssica Joana Juliana Larissa Letícia Luana Luciana Manuela Mariana Marina Natália Patrícia Priscila Rafaela Renata Roberta Sabrina Simone Tatiane Vanessa Vitória Yasmin'.split(
    ' ',
  )
const MEN =
  'Adriano Alexandre André Antônio Bruno Caio Carlos Daniel Diego Eduardo Emerson Fábio Felipe Fernando Francisco Gabriel Guilherme Gustavo Henrique Igor João José Leandro Leonardo Lucas Luiz Marcelo Márcio Mateus Murilo Paulo Pedro Rafael Ricardo Rodrigo Thiago Vinícius Wagner'.split(
    ' ',
  )
const SURNAMES =
  'Almeida Alves Amaral Andrade Araújo Azevedo Barbosa Barros Batista Borges Brandão Campos Cardoso Carvalho Castro Cavalcante Correia Costa Cunha Dantas Dias Duarte Farias Fernandes Ferreira Fonseca Freitas Gomes Gonçalves Guimarães Leite Lima Lopes Macedo Machado Martins Matos Medeiros Melo Mendes Miranda Monteiro Moraes Moreira Nascimento Nogueira Nunes Oliveira Pereira Pinto Prado Queiroz Ramos Rezende Ribeiro Rocha Rodrigues Sales Sampaio Santana Santos Silva Silveira Soares Souza Tavares Teixeira Vasconcelos Vieira'.split(
    ' ',
  )
const HOMES = [
  { areaCode: '11', city: 'São Paulo', state: 'SP' },
  { areaCode: '11', city: 'Guarulhos', state: 'SP' },
  { areaCode: '19', city: 'Campinas', state: 'SP' },
  { areaCode: '21', city: 'Rio de Janeiro', state: 'RJ' },
  { areaCode: '21', city: 'Niterói', state: 'RJ' },
  { areaCode: '27', city: 'Vitória', state: 'ES' },
  { areaCode: '31', city: 'Belo Horizonte', state: 'MG' },
  { areaCode: '41', city: 'Curitiba', state: 'PR' },
  { areaCode: '48', city: 'Florianópolis', state: 'SC' },
  { areaCode: '51', city: 'Porto Alegre', state: 'RS' },
  { areaCode: '61', city: 'Brasília', state: 'DF' },
  { areaCode: '62', city: 'Goiânia', state: 'GO' },
  { areaCode: '71', city: 'Salvador', state: 'BA' },
  { areaCode: '81', city: 'Recife', state: 'PE' },
  { areaCode: '81', city: 'Olinda', state: 'PE' },
  { areaCode: '84', city: 'Natal', state: 'RN' },
  { areaCode: '85', city: 'Fortaleza', state: 'CE' },
  { areaCode: '91', city: 'Belém', state: 'PA' },
  { areaCode: '92', city: 'Manaus', state: 'AM' },
]

function cpf(random: Random): string {
  const digits = Array.from({ length: 9 }, () => random.int(0, 9))
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, i) => total + digit * (length + 1 - i), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

/** Mobile numbers that no operator assigns: assigned ones begin with 96 to 99. */
const phone = (random: Random, areaCode: string) =>
  `${areaCode}90${String(random.int(0, 9_999_999)).padStart(7, '0')}`

const birthday = (random: Random, today: IsoDate, youngest: number, oldest: number): IsoDate =>
  addDays(today, -Math.round(random.between(youngest, oldest) * 365.25))

export function createPeople(random: Random, today: IsoDate) {
  const used = new Set<string>()
  function person(youngest: number, oldest: number, surname?: string): Person {
    const sex = random.chance(0.52) ? 1 : 0
    let unused = cpf(random)
    while (used.has(unused)) unused = cpf(random)
    used.add(unused)
    const first = random.pick(sex === SEX.female ? WOMEN : MEN)
    const { areaCode, city, state } = random.pick(HOMES)
    const names = surname ? [first, surname] : [first, random.pick(SURNAMES), random.pick(SURNAMES)]
    return {
      name: [...new Set(names)].join(' '),
      cpf: unused,
      phone: phone(random, areaCode),
      city,
      state,
      birthOn: birthday(random, today, youngest, oldest),
      sex,
    }
  }
  return {
    adult: () => (random.chance(0.12) ? person(60, 76) : person(19, 59)),
    childOf: (parent: Person) => person(4.2, 12, parent.name.split(' ').at(-1)),
  }
}
export type People = ReturnType<typeof createPeople>

/** `Ana Lúcia Prado` → `ana.prado.17@exemplo.test`; `.test` domains never receive mail. */
export function emailOf(person: Person, number: number): string {
  const [first = '', ...rest] = person.name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  return `${first}.${rest.at(-1) ?? first}.${number}@exemplo.test`
}
