interface Distance {
  name: string
  description: string
  categories: readonly string[]
  /** Length of the course and metres climbed. */
  metres?: number
  climb?: number
}

const ADULTS = ['Geral Feminino', 'Geral Masculino', '60+', 'PCD']
const AGE_GROUPS = [
  ...['18 a 29', '30 a 39', '40 a 49', '50 a 59'].flatMap((age) => [`${age} Feminino`, `${age} Masculino`]),
  '60+',
  'PCD',
]

export const DISTANCES = {
  walk3: {
    name: 'Caminhada 3 km',
    metres: 3000,
    climb: 12,
    description: 'Sem cronometragem, no ritmo de cada um. Crianças acompanhadas são bem-vindas.',
    categories: ['Participação livre'],
  },
  run5: {
    name: '5 km',
    metres: 5000,
    climb: 24,
    description: 'Percurso rápido e plano, ideal para a estreia. Tempo limite de 1 hora.',
    categories: ADULTS,
  },
  run10: {
    name: '10 km',
    metres: 10_000,
    climb: 52,
    description: 'Percurso aferido, com hidratação a cada 2,5 km. Tempo limite de 1h40.',
    categories: ADULTS,
  },
  run15: {
    name: '15 km',
    metres: 15_000,
    climb: 88,
    description: 'Para quem quer ir além dos 10. Tempo limite de 2h15.',
    categories: ADULTS,
  },
  half: {
    name: '21 km',
    metres: 21_097,
    climb: 118,
    description: 'Meia maratona aferida, 21.097 m, com marcadores de ritmo. Tempo limite de 3 horas.',
    categories: AGE_GROUPS,
  },
  marathon: {
    name: '42 km',
    metres: 42_195,
    climb: 236,
    description: 'Maratona aferida, 42.195 m, com marcadores de ritmo de 3h a 5h. Tempo limite de 6 horas.',
    categories: AGE_GROUPS,
  },
  trail8: {
    name: 'Trail 8 km',
    metres: 8000,
    climb: 280,
    description: 'Trilha de iniciação, 280 m de subida acumulada.',
    categories: ADULTS,
  },
  trail16: {
    name: 'Trail 16 km',
    metres: 16_000,
    climb: 640,
    description:
      'Trilhas técnicas e estradas de terra, 640 m de subida acumulada. Colete de hidratação obrigatório.',
    categories: ADULTS,
  },
  trail30: {
    name: 'Trail 30 km',
    metres: 30_000,
    climb: 1350,
    description: 'Para quem já corre em montanha: 1.350 m de subida acumulada. Corte de 6 horas.',
    categories: ['Geral Feminino', 'Geral Masculino', '60+'],
  },
  kids: {
    name: 'Kids',
    description: 'Baterias por idade, de 50 a 400 metros, com medalha para todas as crianças.',
    categories: ['4 a 6 anos · 50 m', '7 a 9 anos · 200 m', '10 a 12 anos · 400 m'],
  },
  pair: {
    name: 'Dupla',
    description: 'Dois atletas, um revezamento. Cada integrante faz a própria inscrição.',
    categories: ['Dupla Feminina', 'Dupla Masculina', 'Dupla Mista'],
  },
  quartet: {
    name: 'Quarteto',
    description: 'Quatro atletas, um revezamento. Cada integrante faz a própria inscrição.',
    categories: ['Quarteto Feminino', 'Quarteto Masculino', 'Quarteto Misto'],
  },
} as const satisfies Record<string, Distance>

export type DistanceName = keyof typeof DISTANCES
