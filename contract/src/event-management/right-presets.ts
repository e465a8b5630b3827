// Over 250 lines: one table of laws, each with its source.

import type { IsoDate } from '../dates.ts'
import type { EventDraft } from './event-document.ts'

export type RightDraft = NonNullable<EventDraft['right_rules']>[number]

/** A law as a source gave it on a day. The organizer confirms what it proposes. */
export interface RightPreset {
  law: string
  /** The name of the law in the editor. */
  title: string
  note: string
  source: { name: string; url: string }
  checkedOn: IsoDate
  /** Where the law applies; absent: everywhere. */
  state?: RightDraft['state']
  city?: string
  /** The law applies to every race, so switching the discount off needs a reason. */
  isRequired: boolean
  rule: Partial<RightDraft> & Pick<RightDraft, 'name' | 'rate'>
  /** The share of all spots for which the law demands or allows the discount, in basis points. */
  quotaRate?: number
  /** The law keeps that share for those who have the right. */
  isReserved?: true
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

export const rightOf = ({ law, rule, state, city, source }: RightPreset): RightDraft => ({
  ...NO_RULE,
  ...rule,
  law,
  state: state ?? null,
  city: city ?? null,
  source_url: source.url,
})

const LEI_12933 = {
  name: 'Planalto, Lei 12.933/2013',
  url: 'https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/lei/l12933.htm',
}

const PCD = {
  declaration: 'Declaro que sou pessoa com deficiência e apresentarei o comprovante pedido.',
  proof: 'Laudo médico',
  proof_days_before: 7,
} as const
const FREE_PCD = { ...PCD, name: 'Pessoa com deficiência (gratuidade)', rate: 10_000 } as const
const GUIDE = {
  name: 'Atleta-guia de pessoa com deficiência',
  rate: 5_000,
  declaration: 'Declaro que participo como guia de uma pessoa com deficiência inscrita nesta prova.',
} as const

export const RIGHT_PRESETS: readonly RightPreset[] = [
  {
    law: 'lei-10741',
    title: 'Estatuto da Pessoa Idosa (Lei 10.741/2003, art. 23)',
    note: 'Ao menos 50% para quem tem 60 anos ou mais, em todos os kits e sem limite de vagas.',
    source: {
      name: 'Planalto, Lei 10.741/2003',
      url: 'https://www.planalto.gov.br/ccivil_03/leis/2003/l10.741.htm',
    },
    checkedOn: '2026-11-26',
    isRequired: true,
    rule: {
      name: 'Pessoa idosa (60+)',
      min_age: 60,
      rate: 5_000,
      in_person: true,
    },
  },
  {
    law: 'lei-12933-estudante',
    title: 'Meia-entrada para estudantes (Lei 12.933/2013)',
    note: 'Há dúvida se vale para a inscrição de corredores. A lei limita o benefício a 40% das vagas, que aparecem na página do evento.',
    source: LEI_12933,
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
    },
  },
  {
    law: 'lei-12933-pcd',
    title: 'Meia-entrada para pessoas com deficiência (Lei 12.933/2013, art. 1º, § 8º)',
    note: 'Vale também para o acompanhante, quando necessário. Conta no limite de 40% das vagas.',
    source: LEI_12933,
    checkedOn: '2026-11-26',
    isRequired: false,
    quotaRate: 4_000,
    rule: {
      ...PCD,
      name: 'Pessoa com deficiência (meia-entrada)',
      rate: 5_000,
      base: 'service',
      companion: true,
      proof: 'Cartão do BPC, documento do INSS ou laudo médico',
    },
  },
  {
    law: 'lei-12933-id-jovem',
    title: 'Meia-entrada com a ID Jovem (Lei 12.933/2013, art. 1º, § 9º)',
    note: 'Para jovens de 15 a 29 anos de baixa renda, inscritos no CadÚnico. Conta no limite de 40% das vagas.',
    source: LEI_12933,
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
    },
  },
  {
    law: 'mt-lei-10941',
    title: 'Mato Grosso: pessoas com deficiência (Lei 10.941/2019)',
    note: 'Ao menos 5% das inscrições de corridas de rua, de graça; multa de R$ 1 mil a R$ 5 mil. A notícia não diz se vale para o acompanhante.',
    source: {
      name: 'VG Notícias, com o texto da lei',
      url: 'https://vgnoticias.com.br/cidades/deficientes-fisicos-terao-gratuidade-em-corridas-de-rua-de-mt/60428',
    },
    checkedOn: '2026-11-26',
    state: 'MT',
    isRequired: false,
    quotaRate: 500,
    isReserved: true,
    rule: FREE_PCD,
  },
  {
    law: 'cuiaba-lei-6254',
    title: 'Cuiabá: pessoas com deficiência e acompanhante (Lei 6.254/2018)',
    note: 'Ao menos 10% das inscrições de corridas de rua, de graça, também para o acompanhante necessário; multa de R$ 1 mil a R$ 5 mil.',
    source: {
      name: 'VG Notícias, 2018',
      url: 'https://vgnoticias.com.br/cidades/pessoas-com-deficiencia-ficam-isentas-de-pagar-inscricao-em-competicoes-de-corrida-de-rua-em-cuiaba/44589',
    },
    checkedOn: '2026-11-26',
    state: 'MT',
    city: 'Cuiabá',
    isRequired: false,
    quotaRate: 1_000,
    isReserved: true,
    rule: {
      ...FREE_PCD,
      companion: true,
      proof: 'Laudo médico ou outro documento que comprove a deficiência',
    },
  },
  {
    law: 'ms-lei-5697',
    title: 'Mato Grosso do Sul: pessoas com deficiência (Lei 5.697/2021)',
    note: 'De graça em 10% das vagas, com o kit, para quem tem renda de até 3 salários mínimos, e para o acompanhante necessário. As vagas que sobrarem voltam ao público, sem o benefício.',
    source: {
      name: 'Campo Grande News, 2021',
      url: 'https://campograndenews.com.br/politica/pessoas-com-deficiencia-ganham-isencao-em-taxa-de-inscricao-de-competicoes',
    },
    checkedOn: '2026-11-26',
    state: 'MS',
    isRequired: false,
    quotaRate: 1_000,
    isReserved: true,
    rule: {
      ...FREE_PCD,
      companion: true,
      declaration:
        'Declaro que sou pessoa com deficiência e tenho renda mensal de até três salários mínimos, e apresentarei os comprovantes pedidos.',
      proof: 'Laudo médico e comprovante de renda',
    },
  },
  {
    law: 'rr-lei-2035',
    title: 'Roraima: pessoas com deficiência (Lei 2.035/2024)',
    note: 'De graça em provas públicas ou com recursos públicos. A notícia não traz limite de vagas.',
    source: {
      name: 'Roraima na Rede',
      url: 'https://www.roraimanarede.com.br/noticia/126356/lei-garante-isencao-de-inscricao-para-atletas-com-deficiencia-em-corridas-de-rua',
    },
    checkedOn: '2026-11-26',
    state: 'RR',
    isRequired: false,
    rule: FREE_PCD,
  },
  {
    law: 'rr-lei-2035-guia',
    title: 'Roraima: atleta-guia (Lei 2.035/2024)',
    note: 'Metade do preço em provas públicas ou com recursos públicos, um guia por atleta: confira isso nas inscrições.',
    source: {
      name: 'Roraima na Rede',
      url: 'https://www.roraimanarede.com.br/noticia/126356/lei-garante-isencao-de-inscricao-para-atletas-com-deficiencia-em-corridas-de-rua',
    },
    checkedOn: '2026-11-26',
    state: 'RR',
    isRequired: false,
    rule: GUIDE,
  },
  {
    law: 'pb-lei-12108',
    title: 'Paraíba: pessoas com deficiência no CadÚnico (Lei 12.108/2021)',
    note: 'De graça, com o kit, para quem está no CadÚnico e em um programa social, segundo a notícia da Lei 13.420/2024, que mudou a de 2021. Confira o texto em vigor.',
    source: {
      name: 'Paraíba em Pauta',
      url: 'https://www.paraibaempauta.com.br/noticia/1731/campina-grande-paraiba/esportes/idosos-e-pessoas-com-deficiencia-ganham-isencao-em-competicoes-na-paraiba.html',
    },
    checkedOn: '2026-11-26',
    state: 'PB',
    isRequired: false,
    rule: {
      ...FREE_PCD,
      declaration:
        'Declaro que sou pessoa com deficiência, inscrita no CadÚnico e atendida por programa social, e apresentarei os comprovantes pedidos.',
      proof: 'Laudo médico e comprovante do CadÚnico',
    },
  },
  {
    law: 'pb-lei-12108-metade',
    title: 'Paraíba: outras pessoas com deficiência e guias (Lei 12.108/2021)',
    note: 'Metade do preço para atletas com deficiência fora do CadÚnico e para os guias, segundo a notícia da Lei 13.420/2024. Confira o texto em vigor.',
    source: {
      name: 'Paraíba em Pauta',
      url: 'https://www.paraibaempauta.com.br/noticia/1731/campina-grande-paraiba/esportes/idosos-e-pessoas-com-deficiencia-ganham-isencao-em-competicoes-na-paraiba.html',
    },
    checkedOn: '2026-11-26',
    state: 'PB',
    isRequired: false,
    rule: {
      name: 'Pessoa com deficiência ou guia (metade)',
      rate: 5_000,
      declaration:
        'Declaro que sou pessoa com deficiência, ou guia de uma inscrita nesta prova, e apresentarei o comprovante pedido.',
      proof: 'Laudo médico do atleta',
      proof_days_before: 7,
    },
  },
  {
    law: 'bh-lei-11453',
    title: 'Belo Horizonte: atletas com deficiência (Lei 11.453/2023)',
    note: 'De graça, com os benefícios da inscrição, em corridas sem premiação em dinheiro. A notícia não diz que comprovante pedir.',
    source: {
      name: 'Câmara Municipal de Belo Horizonte',
      url: 'https://cmbhweb.cmbh.mg.gov.br/node/76731',
    },
    checkedOn: '2026-11-26',
    state: 'MG',
    city: 'Belo Horizonte',
    isRequired: false,
    rule: FREE_PCD,
  },
]

/** The rules of a new event. */
export const DEFAULT_RIGHTS: readonly RightDraft[] = RIGHT_PRESETS.filter(({ isRequired }) => isRequired).map(
  rightOf,
)
