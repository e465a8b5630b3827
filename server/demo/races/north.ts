import { races } from './race.ts'

export const NORTH = races([
  {
    title: 'Corrida do Encontro das Águas',
    place: { state: 'AM', city: 'Manaus', at: [-3.1303, -60.0234] },
    day: { inDays: 45, startTime: '05:30' },
    sale: { organizer: 2, price: 79.9, capacity: 3000, registered: 22 },
    distances: ['run15', 'run10', 'run5'],
    about:
      'O Negro e o Solimões correm lado a lado por seis quilômetros sem se misturar. Nós também corremos, pela orla da Ponta Negra, e no fim a gente se mistura — com tacacá e banho de rio.',
  },
  {
    title: 'Corrida do Ver-o-Rio',
    place: { state: 'PA', city: 'Belém', at: [-1.4445, -48.5009] },
    day: { inDays: 34, startTime: '06:00' },
    sale: { organizer: 1, price: 69.9, capacity: 2500, registered: 26 },
    distances: ['run10', 'run5', 'kids'],
    about:
      'Mangueiras, casarões e o cheiro do Ver-o-Peso ao amanhecer. A chuva das três da tarde não atrapalha: a gente larga às seis.',
  },
  {
    title: 'Meia da Floresta',
    place: { state: 'AC', city: 'Rio Branco', at: [-9.9747, -67.8243] },
    day: { inDays: 71, startTime: '05:30' },
    sale: { organizer: 0, price: 89.9, capacity: 1000, registered: 14 },
    distances: ['half', 'run10', 'run5'],
    about:
      'Meia maratona no fuso mais a oeste do país, por estrada de seringal e parque urbano. O horário é o do Acre: duas horas atrás de Brasília.',
  },
  {
    title: 'Jalapão 30K',
    place: { state: 'TO', city: 'Mateiros', at: [-10.5464, -46.4169] },
    day: { inDays: 78, startTime: '05:30' },
    sale: { organizer: 1, price: 259.9, capacity: 250, registered: 16 },
    distances: ['trail30', 'trail16'],
    about:
      'Capim dourado, duna laranja e fervedouro: o Jalapão é longe de tudo, e é por isso que vale a pena. Comboio de apoio desde Palmas, acampamento coletivo e céu estrelado na véspera.',
  },
])
