import { z } from 'zod';

/** Records of Cloud DNS. @see https://cloud.google.com/dns/docs/reference/rest/v1 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const name = z.string().meta({ title: 'Name' });
const managedZone = z.string().meta({ title: 'Zone' });

export const Zone = z.looseObject({
  name,
  id: text,
  dnsName: text,
  description: text,
  visibility: text.meta({ title: 'public or private' }),
  nameServers: list,
  nameServerSet: text,
  creationTime: text,
  labels: open,
  dnssecConfig: open,
  forwardingConfig: open,
  peeringConfig: open,
  privateVisibilityConfig: open,
});

export const RecordSet = z.looseObject({
  managedZone,
  name,
  type: z.string().meta({ title: 'Type' }),
  ttl: whole,
  rrdatas: list,
  signatureRrdatas: list,
  routingPolicy: open,
});

export const DnsKey = z.looseObject({
  managedZone,
  id: z.string().meta({ title: 'Id' }),
  type: text,
  algorithm: text,
  keyLength: whole,
  keyTag: whole,
  isActive: flag,
  publicKey: text,
  digests: list,
  creationTime: text,
  description: text,
});

export const Change = z.looseObject({
  managedZone,
  id: z.string().meta({ title: 'Id' }),
  status: text.meta({ title: 'pending or done' }),
  startTime: text,
  isServing: flag,
  additions: list,
  deletions: list,
});

export const Policy = z.looseObject({
  name,
  id: text,
  description: text,
  enableInboundForwarding: flag,
  enableLogging: flag,
  networks: list,
  alternativeNameServerConfig: open,
});

export const ResponsePolicy = z.looseObject({
  responsePolicyName: name,
  id: text,
  description: text,
  networks: list,
  gkeClusters: list,
  labels: open,
});

export const Rule = z.looseObject({
  responsePolicy: z.string().meta({ title: 'Response policy' }),
  ruleName: name,
  dnsName: text,
  behavior: text,
  localData: open,
});
