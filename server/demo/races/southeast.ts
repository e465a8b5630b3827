import { races } from './race.ts'

export const SOUTHEAST = races([
  {
    title: 'Maratona de São Paulo',
    place: { state: 'SP', city: 'São Paulo', at: [-23.5874, -46.6576] },
    day: { inDays: 74, startTime: '05:30' },
    sale: { organizer: 0, price: 189.9, capacity: 12000, registered: 46, hasTiers: true },
    distances: ['marathon', 'half', 'run10', 'run5'],
    about:
      'A cidade que não para para só por um motivo: ver você passar. A Maratona de São Paulo larga no Ibirapuera, cruza a Ponte Estaiada ainda com as luzes acesas e volta ao parque pelas avenidas que o paulistano só conhece de dentro do carro.\n\nSão quatro distâncias, cinco ondas de largada e mais de trinta pontos de música pelo caminho. Quem vem pela primeira vez encontra marcadores de ritmo do 3h ao 5h; quem vem pelo recorde pessoal encontra um percurso aferido, de curvas abertas e quase sem subidas.',
  },
  {
    title: 'Noturna do Centro Histórico',
    place: { state: 'SP', city: 'São Paulo', at: [-23.5455, -46.6388] },
    day: { inDays: 12, saturday: true, startTime: '19:30' },
    sale: { organizer: 0, price: 109.9, capacity: 4000, registered: 38, closesInDays: 3 },
    distances: ['run10', 'run5'],
    about:
      'Depois que as lojas fecham, o centro é nosso. A Noturna sai do Vale do Anhangabaú, sobe a Líbero Badaró, contorna o Theatro Municipal e o Mosteiro de São Bento e termina sob as luzes do Viaduto do Chá.\n\nÉ corrida e é passeio: projeções nas fachadas, bandas nas esquinas e uma chegada que mais parece fim de show.',
  },
  {
    title: 'Corrida Rosa de Campinas',
    place: { state: 'SP', city: 'Campinas', at: [-22.8763, -47.0482] },
    day: { inDays: 26, startTime: '07:00' },
    sale: { organizer: 2, price: 79.9, capacity: 1500, registered: 58, left: 'few' },
    distances: ['run10', 'run5', 'walk3'],
    about:
      'Toda a volta na Lagoa do Taquaral em nome da prevenção: parte de cada inscrição vai para exames de mamografia na rede pública da região.\n\nA manhã tem aquecimento coletivo, tenda de saúde, espaço para crianças e uma largada só delas, as sobreviventes, aplaudida por todo mundo.',
  },
  {
    title: 'Trilhas da Mata Atlântica',
    place: { state: 'SP', city: 'Ubatuba', at: [-23.4836, -45.0725] },
    day: { inDays: 33, startTime: '06:30' },
    sale: { organizer: 1, price: 169.9, capacity: 60, registered: 60, left: 'none' },
    distances: ['trail16', 'trail8'],
    about:
      'Entre a serra e o mar há uma floresta que parece não ter fim. As trilhas saem do Itaguá, sobem pela mata fechada, atravessam três rios e descem até a areia.\n\nProva para poucos, por respeito ao lugar: o número de vagas foi combinado com o parque, e o lixo que entra com você sai com você.',
  },
  {
    title: 'Meia Maratona da Orla',
    place: { state: 'RJ', city: 'Rio de Janeiro', at: [-22.9519, -43.1655] },
    day: { inDays: 54, startTime: '06:00' },
    sale: { organizer: 1, price: 149.9, capacity: 8000, registered: 44, hasTiers: true },
    distances: ['half', 'run10', 'run5'],
    about:
      'O sol nasce atrás do Pão de Açúcar e a largada é logo depois. Da Praia Vermelha ao Leblon e de volta pelo Aterro, com o mar do lado o tempo todo: não existe meia maratona com mais fotos por quilômetro.\n\nPercurso plano, fechado para carros e com hidratação a cada três quilômetros, porque o Rio esquenta cedo.',
  },
  {
    title: 'Desafio Dedo de Deus',
    place: { state: 'RJ', city: 'Teresópolis', at: [-22.4485, -42.9847] },
    day: { inDays: 61, startTime: '06:30' },
    sale: { organizer: 2, price: 179.9, capacity: 900, registered: 22 },
    distances: ['trail30', 'trail16', 'trail8'],
    about:
      'Correr olhando para o Dedo de Deus exige olhar para o chão também. São trilhas de serra, com raiz, pedra, lama na medida certa e uma vista que compensa cada metro de subida.\n\nHá ponto de apoio a cada cinco quilômetros, resgate de montanha no percurso e caldo verde quente na chegada.',
  },
  {
    title: 'Revezamento dos Lagos',
    place: { state: 'RJ', city: 'Cabo Frio', at: [-22.8869, -42.0266] },
    day: { inDays: 9, startTime: '07:00' },
    sale: { organizer: 0, price: 139.9, capacity: 800, registered: 32, closesInDays: -2 },
    distances: ['pair', 'quartet'],
    about:
      'Duplas e quartetos entre dunas, salinas e a água mais azul do estado. A troca é na areia, o apoio da equipe é liberado de bicicleta e a chegada é com todo mundo junto.',
  },
  {
    title: 'Giro da Lagoa',
    place: { state: 'MG', city: 'Belo Horizonte', at: [-19.8519, -43.9703] },
    day: { inDays: 40, startTime: '07:30' },
    sale: { organizer: 2, price: 99.9, capacity: 5000, registered: 36, hasTiers: true },
    distances: ['run15', 'run5', 'walk3'],
    about:
      'Uma volta inteira na Pampulha, passando pela igrejinha de curvas azuis, pelo museu e pelo mineirão lá no fundo. É a corrida que BH inteira já correu, viu ou trabalhou nela.\n\nNa chegada, pão de queijo saindo do forno — como tem que ser.',
  },
  {
    title: 'Ouro Preto Sky Run',
    place: { state: 'MG', city: 'Ouro Preto', at: [-20.3856, -43.5035] },
    day: { inDays: -24, startTime: '07:00' },
    sale: { organizer: 0, price: 129.9, capacity: 700, registered: 30 },
    distances: ['trail16', 'trail8'],
    about:
      'Pedra-sabão, ladeira e sino de igreja: a única prova do calendário em que a subida mais dura fica no meio da cidade. Depois do casario, as trilhas do Pico do Itacolomi.',
  },
  {
    title: 'Corrida das Pontes de Vitória',
    place: { state: 'ES', city: 'Vitória', at: [-20.3155, -40.2925] },
    day: { inDays: 68, startTime: '06:30' },
    sale: { organizer: 1, price: 119.9, capacity: 3000, registered: 18 },
    distances: ['half', 'run10', 'run5'],
    about:
      'Sete pontes ligam a ilha ao continente. A corrida passa por duas delas, com a baía embaixo, os navios entrando no porto e o vento ajudando só na volta.',
  },
  {
    title: 'Treino aberto — amigos da Largada',
    place: { state: 'SP', city: 'Santos', at: [-23.9675, -46.3289] },
    day: { inDays: 19, saturday: true, startTime: '06:00' },
    sale: { organizer: 0, price: 39.9, capacity: 80, registered: 12, isPublic: false, absorbsFee: true },
    distances: ['run10', 'run5'],
    about:
      'Treino de confraternização na orla, só para convidados. Se você recebeu este link, está convidado: venha sem pressa e fique para o café.',
  },
])
