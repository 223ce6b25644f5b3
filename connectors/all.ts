import { connector as activeDirectory } from './active_directory/index.ts';
import { connector as akamai } from './akamai/index.ts';
import { connector as auth0 } from './auth0/index.ts';
import { connector as aws } from './aws/index.ts';
import { connector as bamboohr } from './bamboohr/index.ts';
import { connector as cisaKev } from './cisa_kev/index.ts';
import { connector as ciscoMeraki } from './cisco_meraki/index.ts';
import { connector as crowdstrike } from './crowdstrike/index.ts';
import { connector as digitalocean } from './digitalocean/index.ts';
import { connector as github } from './github/index.ts';
import { connector as gusto } from './gusto/index.ts';
import { connector as hetznerCloud } from './hetzner_cloud/index.ts';
import { connector as http } from './http/index.ts';
import { connector as jira } from './jira/index.ts';
import { connector as ldap } from './ldap/index.ts';
import { connector as netbox } from './netbox/index.ts';
import { connector as okta } from './okta/index.ts';
import { connector as postgres } from './postgres/index.ts';
import { connector as s3 } from './s3/index.ts';
import { connector as servicenow } from './servicenow/index.ts';
import { connector as sftp } from './sftp/index.ts';
import { connector as tenableIo } from './tenable_io/index.ts';
import { connector as workday } from './workday/index.ts';
import { connector as zendesk } from './zendesk/index.ts';
import type { Connector } from './kit/define.ts';

/** Every connector, by id. Generated: see `render-index.ts`. */
export const allConnectors: readonly Connector[] = [
  activeDirectory,
  akamai,
  auth0,
  aws,
  bamboohr,
  cisaKev,
  ciscoMeraki,
  crowdstrike,
  digitalocean,
  github,
  gusto,
  hetznerCloud,
  http,
  jira,
  ldap,
  netbox,
  okta,
  postgres,
  s3,
  servicenow,
  sftp,
  tenableIo,
  workday,
  zendesk,
];
