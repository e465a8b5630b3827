import { races } from './race.ts'

export const NORTHEAST = races([
  {
    title: 'Meia Maratona do Farol',
    place: { state: 'BA', city: 'Salvador', at: [-13.0103, -38.533] },
    day: { inDays: 43, startTime: '05:30' },
    sale: { organizer: 1, price: 129.9, capacity: 6000, registered: 40 },
    distances: ['half', 'run10', 'run5'],
    about:
      'Largada e chegada aos pés do Farol da Barra, com a Baía de Todos-os-Santos de um lado e o Atlântico do outro. Tem timbalada no quilômetro 8, água de coco no 15 e mar logo depois da medalha.',
  },
  {
    title: 'Travessia da Chapada Diamantina',
    place: { state: 'BA', city: 'Lençóis', at: [-12.5636, -41.39] },
    day: { inDays: 57, startTime: '06:00' },
    sale: { organizer: 0, price: 219.9, capacity: 400, registered: 48, left: 'few' },
    distances: ['trail30', 'trail16'],
    about:
      'O caminho dos garimpeiros, agora com relógio no pulso. Trinta quilômetros entre morros, grutas e poços de água cor de chá, com guias locais em cada cruzamento.',
  },
  {
    title: 'Corrida dos Arrecifes',
    place: { state: 'PE', city: 'Recife', at: [-8.0631, -34.8711] },
    day: { inDays: 30, startTime: '05:45' },
    sale: { organizer: 2, price: 84.9, capacity: 4000, registered: 34 },
    distances: ['run10', 'run5', 'walk3'],
    about:
      'Marco Zero, Rua da Aurora, pontes e arrecifes: o Recife acorda cedo e corre em ritmo de frevo. Orquestra na largada, orquestra na chegada e sombrinha para quem quiser dançar no meio.',
  },
  {
    title: 'Olinda Kids Run',
    place: { state: 'PE', city: 'Olinda', at: [-8.0089, -34.8553] },
    day: { inDays: 23, saturday: true, startTime: '08:00' },
    sale: { organizer: 2, price: 49.9, capacity: 500, registered: 26, absorbsFee: true },
    distances: ['kids', 'walk3'],
    about:
      'Corrida de gente pequena em ladeira de gente grande — as baterias são na parte plana, prometido. Boneco gigante puxando a fila, medalha para todas as crianças e picolé no fim. Para os adultos tem a caminhada em família, logo depois.',
  },
  {
    title: 'Noronha 21K',
    place: { state: 'PE', city: 'Fernando de Noronha', at: [-3.8403, -32.4107] },
    day: { inDays: 89, startTime: '06:00' },
    sale: { organizer: 1, price: 349.9, capacity: 300, registered: 36 },
    distances: ['half', 'run10'],
    about:
      'Trezentas vagas, uma ilha, o mar mais bonito do Brasil. O percurso cruza Noronha de ponta a ponta e devolve, e o regulamento ambiental é tão importante quanto o técnico. O horário é o da ilha: uma hora à frente de Brasília.',
  },
  {
    title: 'Corrida dos Ventos',
    place: { state: 'CE', city: 'Fortaleza', at: [-3.7257, -38.4897] },
    day: { inDays: 50, saturday: true, startTime: '17:00' },
    sale: { organizer: 0, price: 99.9, capacity: 5000, registered: 30 },
    distances: ['run15', 'run10', 'run5'],
    about:
      'Fim de tarde na Beira-Mar, jangadas voltando e o vento que nunca falta. Ida empurrada, volta na raça: em Fortaleza o recorde é de quem sabe dosar.',
  },
  {
    title: 'Jeri Sunset Trail',
    place: { state: 'CE', city: 'Jijoca de Jericoacoara', at: [-2.7968, -40.5138] },
    day: { inDays: 27, saturday: true, startTime: '16:00' },
    sale: { organizer: 1, price: 179.9, capacity: 70, registered: 52, left: 'none' },
    distances: ['trail16', 'trail8'],
    about:
      'Areia, lagoa, mangue seco e a Pedra Furada. A chegada é no alto da Duna do Pôr do Sol, na hora em que a vila inteira sobe para aplaudir — primeiro o sol, depois você.',
  },
  {
    title: 'Corrida das Dunas',
    place: { state: 'RN', city: 'Natal', at: [-5.8486, -35.1936] },
    day: { inDays: 64, startTime: '05:30' },
    sale: { organizer: 0, price: 94.9, capacity: 1200, registered: 18 },
    distances: ['run10', 'run5'],
    about:
      'O Parque das Dunas abre as trilhas uma manhã por ano. Areia firme, sombra de mata e um mirante de onde se vê Ponta Negra inteira.',
  },
  {
    title: 'Lençóis Trail',
    place: { state: 'MA', city: 'Barreirinhas', at: [-2.7586, -42.8289] },
    day: { inDays: 117, startTime: '06:00' },
    sale: { organizer: 2, price: 239.9, capacity: 400, registered: 0, opensInDays: 14 },
    distances: ['trail30', 'trail16', 'trail8'],
    about:
      'Quando as lagoas enchem, o deserto vira mar. A prova acontece uma vez por ano, no auge da cheia, com trechos em que se corre com água pela canela. As inscrições ainda não abriram: guarde a data.',
  },
  {
    title: 'Onde o Sol Nasce Primeiro',
    place: { state: 'PB', city: 'João Pessoa', at: [-7.1481, -34.7964] },
    day: { inDays: 37, startTime: '05:00' },
    sale: { organizer: 1, price: 74.9, capacity: 2500, registered: 24 },
    distances: ['run10', 'run5', 'walk3'],
    about:
      'A Ponta do Seixas é o lugar mais oriental das Américas: quem larga ali às cinco da manhã vê o sol antes de todo o continente. Depois é só seguir a luz pela orla até o Cabo Branco.',
  },
  {
    title: 'Volta das Jangadas',
    place: { state: 'AL', city: 'Maceió', at: [-9.6658, -35.7006] },
    day: { inDays: -31, startTime: '06:00' },
    sale: { organizer: 2, price: 79.9, capacity: 2000, registered: 28 },
    distances: ['run10', 'run5'],
    about:
      'De Jatiúca à Pajuçara, com o mar em três tons de azul e as jangadas fazendo a raia. Correu, mergulhou.',
  },
  {
    title: 'Orla de Atalaia 10K',
    place: { state: 'SE', city: 'Aracaju', at: [-10.9858, -37.0453] },
    day: { inDays: 6, startTime: '06:00' },
    sale: { organizer: 0, price: 69.9, capacity: 2000, registered: 30, closesInDays: -1 },
    distances: ['run10', 'run5'],
    about:
      'A orla mais larga do Nordeste, plana como régua, com ciclovia de um lado e forró do outro. É a prova mais rápida do estado.',
  },
])
