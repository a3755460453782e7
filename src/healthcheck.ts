/**
 * Health check of the image: exit status 0 if the gateway of this machine's loopback answers that it is healthy. A
 * gateway that asks for a client's certificate, which this check has not, is there.
 */
import * as http from 'node:http';
import * as https from 'node:https';

const { PORT = '8080', OWLGATE_TLS_CERT } = process.env;
const url = `${OWLGATE_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${PORT}/health`;
/** Refusals of a handshake without a client's certificate (RFC 8446, section 6.2). */
const CERTIFICATE_WANTED = /ALERT_(?:CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE)/;

const answered = ({ statusCode = 0 }: http.IncomingMessage): void => process.exit(statusCode === 200 ? 0 : 1);
const request = OWLGATE_TLS_CERT ? https.get(url, { rejectUnauthorized: false }, answered) : http.get(url, answered);
request.on('error', ({ code = '' }: NodeJS.ErrnoException) => process.exit(CERTIFICATE_WANTED.test(code) ? 0 : 1));
