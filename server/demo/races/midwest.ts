import { races } from './race.ts'

export const MIDWEST = races([
  {
    title: 'Corrida do Planalto',
    place: { state: 'DF', city: 'Brasília', at: [-15.7997, -47.8645] },
    day: { inDays: 22, startTime: '07:00' },
    sale: { organizer: 0, price: 89.9, capacity: 5000, registered: 42 },
    distances: ['run10', 'run5', 'walk3'],
    about:
      'Do Museu Nacional ao Congresso e de volta, pelo gramado mais famoso do país. Céu de brigadeiro, asfalto largo, nenhuma curva fechada: quem vem atrás de tempo sai com ele.',
  },
  {
    title: 'Chapada Trail Run',
    place: { state: 'GO', city: 'Alto Paraíso de Goiás', at: [-14.1336, -47.5178] },
    day: { inDays: 82, startTime: '06:30' },
    sale: { organizer: 1, price: 189.9, capacity: 800, registered: 20 },
    distances: ['trail30', 'trail16', 'trail8'],
    about:
      'Cerrado de altitude, flor que só existe ali e cachoeira para molhar o tênis sem culpa. Trilhas de quartzito claro, sombra pouca e silêncio muito.',
  },
  {
    title: 'Corrida Solidária de Goiânia',
    place: { state: 'GO', city: 'Goiânia', at: [-16.7022, -49.2647] },
    day: { inDays: 19, startTime: '07:00' },
    sale: { organizer: 2, price: 0, capacity: 1500, registered: 46 },
    distances: ['run5', 'walk3', 'kids'],
    about:
      'A inscrição é gratuita e a entrada é um quilo de alimento não perecível, entregue na retirada do kit. Na última edição foram nove toneladas. Vamos passar de dez?',
  },
  {
    title: 'Subida da Chapada',
    place: { state: 'MT', city: 'Chapada dos Guimarães', at: [-15.4606, -55.7497] },
    day: { inDays: -12, startTime: '06:00' },
    sale: { organizer: 0, price: 119.9, capacity: 600, registered: 24 },
    distances: ['trail16', 'trail8'],
    about:
      'Do Véu de Noiva ao mirante do centro geodésico, só subindo. O prêmio é o vermelho dos paredões quando o sol bate de frente.',
  },
  {
    title: 'Pantanal Run',
    place: { state: 'MS', city: 'Corumbá', at: [-19.0078, -57.6547] },
    day: { inDays: 103, startTime: '06:00' },
    sale: { organizer: 2, price: 139.9, capacity: 900, registered: 0, opensInDays: 32 },
    distances: ['half', 'run10', 'run5'],
    about:
      'A estrada-parque vira pista, e a torcida é de tuiuiús. Prova em terra batida, plana, com saída ao nascer do sol e retorno antes do calor. As inscrições abrem no mês que vem.',
  },
])
