/**
 * Responses for address forms: two states, their cities, and a CEP. They are constant because components
 * cache cities and states for the whole run.
 */
export const PLACES = {
  'GET /states': {
    body: {
      data: [
        { abbreviation: 'AC', name: 'Acre' },
        { abbreviation: 'BA', name: 'Bahia' },
        { abbreviation: 'SP', name: 'São Paulo' },
      ],
    },
  },
  'GET /states/SP/cities': {
    body: {
      data: [
        { id: 1, nome: 'Campinas' },
        { id: 2, nome: 'São Paulo' },
      ],
    },
  },
  'GET /states/BA/cities': {
    body: {
      data: [
        { id: 3, nome: 'Feira de Santana' },
        { id: 4, nome: 'Salvador' },
      ],
    },
  },
  'GET /cep/01001000': {
    body: {
      data: {
        cep: '01001-000',
        logradouro: 'Praça da Sé',
        bairro: 'Sé',
        localidade: 'São Paulo',
        uf: 'SP',
        ibge: '1',
      },
    },
  },
  'GET /cep/99999999': { body: { data: { erro: true } } },
}
