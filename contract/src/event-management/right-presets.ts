import type { IsoDate } from '../dates.ts'
import type { EventDraft } from './event-document.ts'

export type RightDraft = NonNullable<EventDraft['right_rules']>[number]

/** A law as a source gave it on a day. The organizer confirms what it proposes. */
export interface RightPreset {
  law: string
  /** For the editor. */
  title: string
  note: string
  checkedOn: IsoDate
  /** The law applies to every race, so switching the discount off needs a reason. */
  isRequired: boolean
  rule: Partial<RightDraft> & Pick<RightDraft, 'name' | 'rate' | 'source_url'>
  /** The share of all spots for which the law demands or allows the discount, in basis points. */
  quotaRate?: number
}

const NO_RULE: RightDraft = {
  id: null,
  name: '',
  law: null,
  sex: null,
  min_age: null,
  max_age: null,
  state: null,
  city: null,
  starts_on: null,
  ends_on: null,
  rate: null,
  base: 'kit',
  declaration: null,
  proof: null,
  proof_days_before: null,
  companion: false,
  stackable: false,
  in_person: false,
  bib_from: null,
  bib_to: null,
  source_url: null,
  status: 1,
  off_reason: null,
  quantity: null,
  release_on: null,
}

export const rightOf = ({ law, rule }: RightPreset): RightDraft => ({ ...NO_RULE, ...rule, law })

const LEI_12933 = 'https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/lei/l12933.htm'

export const RIGHT_PRESETS: readonly RightPreset[] = [
  {
    law: 'lei-10741',
    title: 'Estatuto da Pessoa Idosa (Lei 10.741/2003, art. 23)',
    note: 'Ao menos 50% para quem tem 60 anos ou mais, em todos os kits e sem limite de vagas.',
    checkedOn: '2026-11-26',
    isRequired: true,
    rule: {
      name: 'Pessoa idosa (60+)',
      min_age: 60,
      rate: 5_000,
      in_person: true,
      source_url: 'https://www.planalto.gov.br/ccivil_03/leis/2003/l10.741.htm',
    },
  },
  {
    law: 'lei-12933-estudante',
    title: 'Meia-entrada para estudantes (Lei 12.933/2013)',
    note: 'Há dúvida se vale para a inscrição de corredores. A lei limita o benefício a 40% das vagas, que aparecem na página do evento.',
    checkedOn: '2026-11-26',
    isRequired: false,
    quotaRate: 4_000,
    rule: {
      name: 'Estudante (meia-entrada)',
      rate: 5_000,
      base: 'service',
      declaration:
        'Declaro que sou estudante e tenho a Carteira de Identificação Estudantil válida no dia da prova.',
      proof: 'Carteira de Identificação Estudantil (CIE)',
      proof_days_before: 7,
      source_url: LEI_12933,
    },
  },
  {
    law: 'lei-12933-pcd',
    title: 'Meia-entrada para pessoas com deficiência (Lei 12.933/2013, art. 1º, § 8º)',
    note: 'Vale também para o acompanhante, quando necessário. Conta no limite de 40% das vagas.',
    checkedOn: '2026-11-26',
    isRequired: false,
    quotaRate: 4_000,
    rule: {
      name: 'Pessoa com deficiência (meia-entrada)',
      rate: 5_000,
      base: 'service',
      companion: true,
      declaration: 'Declaro que sou pessoa com deficiência e apresentarei o comprovante pedido.',
      proof: 'Cartão do BPC, documento do INSS ou laudo médico',
      proof_days_before: 7,
      source_url: LEI_12933,
    },
  },
  {
    law: 'lei-12933-id-jovem',
    title: 'Meia-entrada com a ID Jovem (Lei 12.933/2013, art. 1º, § 9º)',
    note: 'Para jovens de 15 a 29 anos de baixa renda, inscritos no CadÚnico. Conta no limite de 40% das vagas.',
    checkedOn: '2026-11-26',
    isRequired: false,
    quotaRate: 4_000,
    rule: {
      name: 'ID Jovem (meia-entrada)',
      min_age: 15,
      max_age: 29,
      rate: 5_000,
      base: 'service',
      declaration: 'Declaro que tenho a ID Jovem válida no dia da prova.',
      proof: 'ID Jovem com documento de identidade',
      proof_days_before: 7,
      source_url: LEI_12933,
    },
  },
]

/** The rules of a new event. */
export const DEFAULT_RIGHTS: readonly RightDraft[] = RIGHT_PRESETS.filter(({ isRequired }) => isRequired).map(
  rightOf,
)
