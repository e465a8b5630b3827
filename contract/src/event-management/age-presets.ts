import type { IsoDate } from '../dates.ts'
import type { AgeReference } from '../pricing/eligibility.ts'

interface AgeBand {
  /** Distances, both included; null: no upper one. */
  fromKm: number
  toKm: number | null
  min_age: number
  source: { name: string; url: string }
}

/** Minimum ages by distance, as a source stated them on a day. They apply only once the organizer confirms them. */
export interface AgePreset {
  name: string
  note: string
  checkedOn: IsoDate
  /** The day on which the source counts ages; null: it does not say. */
  reference: AgeReference | null
  bands: readonly AgeBand[]
}

export const AGE_PRESETS: readonly AgePreset[] = [
  {
    name: 'CBAt, Norma 12',
    note: 'Obriga só provas com permit da CBAt ou da federação. As idades vêm de quem cita a norma; confira o texto em vigor.',
    checkedOn: '2026-11-26',
    reference: 'year_end',
    bands: [
      {
        fromKm: 0,
        toKm: 5,
        min_age: 14,
        source: {
          name: 'Prefeitura de Juazeiro do Norte, 2024',
          url: 'https://juazeirodonorte.ce.gov.br/informa/29118/meia-maratona-padre-c-cero-2024-abre-inscri-es-nes',
        },
      },
      {
        fromKm: 10,
        toKm: 41.9,
        min_age: 18,
        source: {
          name: 'Corrida dos Profissionais de Educação Física de Sergipe',
          url: 'https://centraldacorrida.app.br/corrida-dos-profissionais-de-educacao-fisica-de-se',
        },
      },
      {
        fromKm: 42,
        toKm: null,
        min_age: 20,
        source: {
          name: 'CBAt, 2007',
          url: 'https://cbat.org.br/noticia/2163/novas-categorias-de-idade-para-as-competicoes-oficiais',
        },
      },
    ],
  },
  {
    name: 'Circuito Sesc 2025',
    note: 'O regulamento de um circuito, sem força de norma.',
    checkedOn: '2026-11-26',
    reference: null,
    bands: [
      {
        fromKm: 10,
        toKm: 10,
        min_age: 16,
        source: { name: 'K+ Clube', url: 'https://kmaisclube.com.br' },
      },
    ],
  },
]
