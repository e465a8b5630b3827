import { toBrazilianDate } from '#contract/dates.ts'
import type { Race } from './races/race.ts'
import type { Random } from './random.ts'

const STRUCTURE = [
  'Guarda-volumes, banheiros a cada 2 km e posto médico com ambulância UTI',
  'Hidratação com água gelada no percurso e isotônico na chegada',
  'Cronometragem por chip descartável, com resultado no celular em minutos',
  'Frutas, café coado e espaço de alongamento depois da prova',
  'Fotografia oficial em quatro pontos do percurso',
  'Percurso interditado para carros e sinalizado a cada quilômetro',
  'Bicicletário vigiado e transporte público desde as 4 da manhã',
  'Equipe de voluntários do bairro em todas as curvas',
] as const

export function descriptionOf(race: Race, random: Random): string {
  const structure = random.shuffled(STRUCTURE).slice(0, 5)
  const shirts =
    race.price > 0
      ? 'A camiseta é de poliamida com proteção UV 50+, em modelagem unissex e baby look. As trocas de tamanho podem ser feitas na retirada do kit, enquanto houver disponibilidade.'
      : 'O número de peito é entregue na retirada. Não há camiseta nesta edição: venha com a sua preferida.'
  return [
    race.about,
    `O que você encontra:\n${structure.map((item) => `- ${item}`).join('\n')}`,
    shirts,
    'A retirada do kit acontece na véspera, das 10h às 18h, com documento com foto. Outra pessoa pode retirar por você com uma cópia do seu documento e a autorização assinada.',
  ].join('\n\n')
}

export const RULES = [
  'Idade mínima: 14 anos para 5 km, 18 anos para 10 km ou mais, completados até 31 de dezembro do ano da prova.',
  'Menores de 18 anos correm com autorização do responsável, entregue na retirada do kit.',
  'Atletas com 60 anos ou mais têm 50% de desconto no Kit 60+, como manda o Estatuto da Pessoa Idosa.',
  'O número de peito fica na frente e à vista; o chip é pessoal e intransferível.',
  'Cancelamento e devolução: valem os prazos mostrados na página da prova e na inscrição.',
].join('\n')

const QUESTIONS = [
  'É a sua primeira prova nesta distância?',
  'Você tem alguma condição médica que a equipe de atendimento deva conhecer?',
  'Vai usar o guarda-volumes?',
  'Quer participar do sorteio de brindes na chegada?',
  'Você vem de outra cidade para correr?',
  'Pretende usar o transporte coletivo para chegar à largada?',
] as const

export const questionsOf = (random: Random): string[] => random.shuffled(QUESTIONS).slice(0, random.int(2, 3))

interface TermContext {
  title: string
  organizer: string
  city: string
  eventOn: string
}

export const TERMS = [
  {
    name: 'Regulamento da prova',
    kind: 'contract',
    text: ({ title, organizer, city, eventOn }: TermContext) =>
      `1. DA PROVA
A ${title} será realizada em ${city}, no dia ${toBrazilianDate(eventOn)}, com qualquer condição climática, e é organizada por ${organizer}.

2. DA PARTICIPAÇÃO
Ao se inscrever, o atleta declara que leu e aceita este regulamento, que os dados informados são verdadeiros e que está em condições de saúde para percorrer a distância escolhida. A inscrição é pessoal e intransferível.

3. DO KIT
O kit é retirado somente nos dias e horários divulgados, com documento oficial com foto e comprovante de inscrição. Não há entrega de kit no dia da prova nem depois dela.

4. DA PROVA E DA CRONOMETRAGEM
É obrigatório o uso do número de peito na frente e do chip de cronometragem. O atleta que cortar caminho, pegar carona ou receber apoio externo fora dos pontos previstos será desclassificado.

5. DA PREMIAÇÃO
Recebem troféu os três primeiros colocados no geral feminino e masculino de cada distância. Todos os que completarem a prova recebem medalha.

6. DO CANCELAMENTO
O atleta pode desistir e receber de volta o que pagou nos prazos mostrados na página da prova e na inscrição. Em caso de força maior ou decisão das autoridades, a organização pode adiar ou cancelar o evento, e o atleta escolhe entre a nova data e a devolução do valor.`,
  },
  {
    name: 'Termo de responsabilidade',
    kind: 'contract',
    text: ({ title }: TermContext) =>
      `Declaro que participo da ${title} por livre e espontânea vontade, que fui orientado a passar por avaliação médica antes de praticar esporte e que conheço os riscos da atividade física de longa duração, entre eles quedas, contato com outros participantes e efeitos do calor, da umidade e do trânsito.

Comprometo-me a parar se sentir mal-estar, a respeitar as orientações da equipe médica e da arbitragem e a cuidar do percurso, levando comigo o lixo que eu produzir.

Estou ciente de que meus dados pessoais são tratados para realizar a inscrição, a cronometragem, o seguro e a comunicação sobre o evento, nos termos da Lei nº 13.709/2018 (LGPD), e de que posso pedir acesso, correção ou exclusão pelos canais da organização.`,
  },
  {
    name: 'Uso de imagem',
    kind: 'consent',
    text: ({ organizer }: TermContext) =>
      `Autorizo, de forma gratuita e por prazo indeterminado, o uso da minha imagem captada durante o evento por ${organizer} e por seus patrocinadores, em materiais de divulgação da prova. Essa autorização pode ser revogada a qualquer momento, sem efeito sobre o que já tiver sido publicado.`,
  },
] as const
