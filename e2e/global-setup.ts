import { startCepServer } from './cep-server.ts'
import { startProduct } from './product.ts'

/** Starts the product with demo data. With `LARGADA_URL`, tests run against that product instead. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.LARGADA_URL) return async () => undefined
  const cep = await startCepServer()
  const product = await startProduct({ DEMO: 'on', CEP_URL: cep.url, CEP_FALLBACK_URL: cep.url })
  process.env.LARGADA_URL = product.url
  return async () => {
    await product.stop()
    await cep.stop()
  }
}
