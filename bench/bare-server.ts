import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least that Node can do: always the bytes and headers that an address answered once. Ends when the parent disconnects. */
const [, , url = ''] = process.argv
const answer = await new Promise<{ headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
  const asked = request(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers
    resolve({ headers: headers as Record<string, string>, body: Buffer.concat(chunks) })
  })
  asked.once('error', reject)
  asked.end()
})
const server = createServer((_request, response) => {
  response.writeHead(200, answer.headers)
  response.end(answer.body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => {
  server.close()
  server.closeAllConnections()
})
