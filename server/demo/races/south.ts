import { races } from './race.ts'

export const SOUTH = races([
  {
    title: 'Maratona das Araucárias',
    place: { state: 'PR', city: 'Curitiba', at: [-25.4235, -49.2678] },
    day: { inDays: 96, startTime: '06:30' },
    sale: { organizer: 1, price: 169.9, capacity: 6000, registered: 0, opensInDays: 9 },
    distances: ['marathon', 'half', 'run10'],
    about:
      'Frio bom, ar seco e bosque: Curitiba parece ter sido desenhada para correr longe. O percurso liga cinco parques por ruas arborizadas, com a geada ainda brilhando na grama na hora da largada.\n\nAs inscrições abrem em breve. Quem correu a edição passada tem prioridade na primeira onda.',
  },
  {
    title: 'Lua Cheia nas Cataratas',
    place: { state: 'PR', city: 'Foz do Iguaçu', at: [-25.6953, -54.4367] },
    day: { inDays: 29, saturday: true, startTime: '20:00' },
    sale: { organizer: 0, price: 159.9, capacity: 1000, registered: 40 },
    distances: ['run10', 'run5'],
    about:
      'Uma vez por ano, na noite de lua cheia, o parque abre as portas para mil corredores. Dez quilômetros de estrada no meio da mata, o barulho das quedas crescendo a cada curva e, no fim, o arco-íris que só existe no escuro.',
  },
  {
    title: 'Caminhada da Primavera',
    place: { state: 'PR', city: 'Londrina', at: [-23.3253, -51.1761] },
    day: { inDays: 16, startTime: '08:00' },
    sale: { organizer: 2, price: 0, capacity: 2000, registered: 34 },
    distances: ['walk3'],
    about:
      'Três quilômetros em volta do Lago Igapó quando os ipês florescem. É de graça, é para todas as idades e o cachorro pode vir também, de guia e com água.',
  },
  {
    title: 'Revezamento da Ilha',
    place: { state: 'SC', city: 'Florianópolis', at: [-27.5935, -48.5586] },
    day: { inDays: 47, startTime: '06:00' },
    sale: { organizer: 1, price: 149.9, capacity: 1200, registered: 32 },
    distances: ['pair', 'quartet'],
    about:
      'Da Hercílio Luz ao sul da ilha, em dupla ou quarteto, por avenida, trilha, costão e areia fofa. Cada trecho tem a sua dificuldade e a sua praia; escolher quem corre qual é metade da diversão.',
  },
  {
    title: 'Rústica da Neve',
    place: { state: 'SC', city: 'Urubici', at: [-28.0151, -49.5917] },
    day: { inDays: 110, startTime: '08:30' },
    sale: { organizer: 2, price: 119.9, capacity: 600, registered: 0, opensInDays: 21 },
    distances: ['trail16', 'trail8', 'run5'],
    about:
      'A cidade mais fria do Brasil recebe a corrida mais fria do Brasil. Se a neve vem, ninguém promete; geada, lareira e pinhão na chegada estão garantidos.',
  },
  {
    title: 'Meia do Pôr do Sol',
    place: { state: 'RS', city: 'Porto Alegre', at: [-30.0402, -51.2418] },
    day: { inDays: 36, saturday: true, startTime: '17:30' },
    sale: { organizer: 0, price: 129.9, capacity: 4000, registered: 40 },
    distances: ['half', 'run10', 'run5'],
    about:
      'Dizem que o pôr do sol mais bonito do país é o do Guaíba. A gente marcou a largada para você conferir correndo: ida contra a luz, volta com o céu inteiro laranja nas costas.',
  },
  {
    title: 'Desafio dos Cânions',
    place: { state: 'RS', city: 'Cambará do Sul', at: [-29.0474, -50.1447] },
    day: { inDays: -45, startTime: '07:30' },
    sale: { organizer: 1, price: 189.9, capacity: 500, registered: 26 },
    distances: ['trail30', 'trail16'],
    about:
      'Campos de cima da serra, araucária torta de vento e, de repente, setecentos metros de paredão. A prova contorna a borda do cânion por trilha demarcada, com a neblina subindo junto com os corredores.',
  },
])
