/** Logos are in `logos/`. The first belongs to the demo account. Invented CNPJs with valid check digits. */
export const ORGANIZERS = [
  {
    email: 'organizador@largada.test',
    name: 'Helena Prado',
    fantasyName: 'Corre Brasil Eventos',
    corporateReason: 'Corre Brasil Eventos Esportivos Ltda.',
    cnpj: '47182936000144',
    phone: '11900001010',
    contactEmail: 'contato@correbrasil.test',
    about:
      'Há doze anos organizamos corridas de rua em São Paulo e no interior, do primeiro 5 km à maratona.\nPercurso aferido, hidratação a cada 3 km e entrega de kits sem fila.',
    site: 'https://www.correbrasil.test',
    instagram: 'correbrasil',
    address: ['04094050', 'Avenida Pedro Álvares Cabral', '1200', 'Ibirapuera', 'São Paulo', 'SP'],
  },
  {
    email: 'atendimento@trilhaemar.test',
    name: 'Otávio Menezes',
    fantasyName: 'Trilha & Mar Esportes',
    corporateReason: 'Trilha e Mar Produções Esportivas S.A.',
    cnpj: '12ABC34501DE35',
    phone: '48900002020',
    contactEmail: 'contato@trilhaemar.test',
    about:
      'Provas de trilha, de praia e de montanha no Sul do Brasil, com largadas pequenas e trilhas limpas.',
    site: 'https://www.trilhaemar.test',
    instagram: 'trilhaemar',
    address: ['88010400', 'Rua Felipe Schmidt', '515', 'Centro', 'Florianópolis', 'SC'],
  },
  {
    email: 'equipe@passolivre.test',
    name: 'Rosana Figueiredo',
    fantasyName: 'Instituto Passo Livre',
    corporateReason: 'Instituto Passo Livre de Esporte e Cidadania',
    cnpj: '58301724000155',
    phone: '31900003030',
    contactEmail: 'contato@passolivre.test',
    about:
      'Organização sem fins lucrativos: a renda das nossas corridas mantém núcleos de esporte para crianças em Belo Horizonte.',
    site: 'https://www.passolivre.test',
    instagram: 'passolivre',
    address: ['30140071', 'Avenida João Pinheiro', '274', 'Lourdes', 'Belo Horizonte', 'MG'],
  },
] as const

export const PRODUCER = {
  email: 'realizador@largada.test',
  name: 'Caio Bernardes',
  fantasyName: 'Bernardes Produções',
  corporateReason: 'Bernardes Produções Esportivas ME',
  cnpj: '63917452000152',
  phone: '11900004040',
  address: ['05416000', 'Rua dos Pinheiros', '870', 'Pinheiros', 'São Paulo', 'SP'],
} as const
