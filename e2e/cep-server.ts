import { createServer } from 'node:http'

const ADDRESS = {
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
}

/**
 * A local substitute for ViaCEP: every CEP is the Praça da Sé, except those beginning with 99, which do not
 * exist.
 */
export async function startCepServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const zip = request.url?.match(/\d{8}/)?.[0] ?? ''
    const answer = zip.startsWith('99')
      ? { erro: true }
      : { cep: `${zip.slice(0, 5)}-${zip.slice(5)}`, ...ADDRESS }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
