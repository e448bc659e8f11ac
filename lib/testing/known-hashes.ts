import type { ImportedHash } from './imported-hashes';

/**
 * Hashes of `importedPassword` that other tools created: argon2-cffi, bcrypt, passlib and Django for Python. Those of
 * Keycloak and ASP.NET Identity follow the formats that these projects document. Their salts are few, so they show that
 * we compute what those tools compute, not that every salt is read: `importedHashes` has random ones.
 */
export const knownHashes: readonly ImportedHash[] = [
  { name: 'bcrypt 2a', hash: '$2a$05$uWL8OlmnQo40yDklTk.jRu.TQEOU/SLhRbF3qBh06TgLPmtAdyC9e', kind: '$2b$05' },
  { name: 'bcrypt 2b', hash: '$2b$05$GWn12WICniRWyvKfu2il.utgCNBNulZwMztB5GQm6UNCR4aa3qzS.', kind: '$2b$05' },
  { name: 'bcrypt 2y', hash: '$2y$05$GWn12WICniRWyvKfu2il.utgCNBNulZwMztB5GQm6UNCR4aa3qzS.', kind: '$2b$05' },
  {
    name: 'argon2-cffi argon2id',
    hash: '$argon2id$v=19$m=4096,t=2,p=1$5vWq68+Hs3BbJzeSkg4QWQ$1p5hZ8V4jNpmWITW3k3zM6+/2ZCddZ1czjkEY7cJKb4',
    kind: '$argon2id$v=19$m=4096,t=2,p=1',
  },
  {
    name: 'argon2-cffi argon2i',
    hash: '$argon2i$v=19$m=4096,t=2,p=1$3NxfXd311kZ3zDE9zrntcw$GBrbNCBdascNG4RZymFJKKAuj8f+X0XkJpspdP5//6w',
    kind: '$argon2i$v=19$m=4096,t=2,p=1',
  },
  {
    name: 'passlib scrypt',
    hash: '$scrypt$ln=10,r=8,p=1$ohQCoJSytlaKca4VohRirA$GZPuIgNMi0zFZRva++EDHNptH5p0l5c2Gx6twKmHoJk',
    kind: '$scrypt$ln=10,r=8,p=1',
  },
  {
    name: 'passlib scrypt r4p2',
    hash: '$scrypt$ln=9,r=4,p=2$+H8vJcT4v7dWSundO+ccgw$MZt/dJmz9qGR1biETNSVGE21eT529/C8tiOv+Tg7x8I',
    kind: '$scrypt$ln=9,r=4,p=2',
  },
  {
    name: 'passlib pbkdf2-sha1',
    hash: '$pbkdf2$1200$H2OMUUqJce4dozRGSEkpJQ$IEuCR9FIxBF7pkxAYG9bp5Rrp80',
    kind: '$pbkdf2-sha1$i=1200,l=20',
  },
  {
    name: 'passlib pbkdf2-sha256',
    hash: '$pbkdf2-sha256$1000$g5Ay5jwHYMwZw/h/731P6Q$c4uvgdBOotXtWLh6D88vM8AxI1nAAYf3kGAZnxLhEXI',
    kind: '$pbkdf2-sha256$i=1000,l=32',
  },
  {
    name: 'passlib pbkdf2-sha512',
    hash: '$pbkdf2-sha512$1000$3Fur1ZrTujdG6H2v9f5/bw$CHejCKhe.oZDDhzyUxj0Jp3oWSP5kuopTXhy8h7aBw/qqWeJy49zNzN.DrNjFnXHVPgPWO2pBjpXXqflzIX91g',
    kind: '$pbkdf2-sha512$i=1000,l=64',
  },
  {
    name: 'django pbkdf2_sha256',
    hash: 'pbkdf2_sha256$1500$seasalt2$u8cVi43lQw8EhjQckc3PaN02FQVMOp1aPD4eDcV60MQ=',
    kind: '$pbkdf2-sha256$i=1500,l=32',
  },
  {
    name: 'django pbkdf2_sha1',
    hash: 'pbkdf2_sha1$1500$seasalt2$qX+d4P4t5/HdVmqMYeM1VRyGL3c=',
    kind: '$pbkdf2-sha1$i=1500,l=20',
  },
  {
    name: 'keycloak pbkdf2-sha512',
    hash: '{"secretData": "{\\"value\\": \\"u0SINKmYhO86W/3Hl+Yvlhyu1HVU5LsxFxHe/JuOqc6LNdFksmoM4Iz186cpl6uehFUwO1lpIk7v6AyFM/jUlg==\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 1300, \\"algorithm\\": \\"pbkdf2-sha512\\", \\"additionalParameters\\": {}}"}',
    kind: '$pbkdf2-sha512$i=1300,l=64',
  },
  {
    name: 'keycloak pbkdf2-sha256',
    hash: '{"secretData": "{\\"value\\": \\"2mDcXCSElLvXcXUUaQPi4VjPAv/zILcn/BNkXpFHZ4uJOb+RYkUjPA1vRIIrSz6FXkRZn9ajuvJ0jrIONzpY9g==\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 1300, \\"algorithm\\": \\"pbkdf2-sha256\\", \\"additionalParameters\\": {}}"}',
    kind: '$pbkdf2-sha256$i=1300,l=64',
  },
  {
    name: 'keycloak pbkdf2',
    hash: '{"secretData": "{\\"value\\": \\"P62Z4tXB8dRCqlyvrxCULpAXetQ=\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 1300, \\"algorithm\\": \\"pbkdf2\\", \\"additionalParameters\\": {}}"}',
    kind: '$pbkdf2-sha1$i=1300,l=20',
  },
  {
    name: 'keycloak argon2',
    hash: '{"secretData": "{\\"value\\": \\"EhO2xejnaMwloZW4+bJyrFMCjzAlNudGivvlQvCfPgU=\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 3, \\"algorithm\\": \\"argon2\\", \\"additionalParameters\\": {\\"hashLength\\": [\\"32\\"], \\"memory\\": [\\"4096\\"], \\"type\\": [\\"id\\"], \\"version\\": [\\"1.3\\"], \\"parallelism\\": [\\"1\\"]}}"}',
    kind: '$argon2id$v=19$m=4096,t=3,p=1',
  },
  {
    name: 'keycloak argon2i 1.0',
    hash: '{"secretData": "{\\"value\\": \\"2VSY09mZWK19sWERHnlCP1eORdJ8p6XeWMHGCRrMRog=\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 3, \\"algorithm\\": \\"argon2\\", \\"additionalParameters\\": {\\"hashLength\\": [\\"32\\"], \\"memory\\": [\\"4096\\"], \\"type\\": [\\"i\\"], \\"version\\": [\\"1.0\\"], \\"parallelism\\": [\\"2\\"]}}"}',
    kind: '$argon2i$v=16$m=4096,t=3,p=2',
  },
  {
    name: 'aspnet v2',
    hash: 'AAABAgMEBQYHCAkKCwwNDg+d2FbDdriytxO2vgdAVMuIpGVW4BGF6o0NJn8znGUhaQ==',
    kind: '$pbkdf2-sha1$i=1000,l=32',
  },
  {
    name: 'aspnet v3 sha256',
    hash: 'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg/lFQcOA1On2wE5YZhLh7q7ntzP9Krf9NCBoM//wxbovw==',
    kind: '$pbkdf2-sha256$i=10000,l=32',
  },
  {
    name: 'aspnet v3 sha512',
    hash: 'AQAAAAIAAAPoAAAAEAABAgMEBQYHCAkKCwwNDg9enHTtaNXHi8Ii+uYFGPy46hVW0aomq1S/YnluGLNJCw==',
    kind: '$pbkdf2-sha512$i=1000,l=32',
  },
  {
    name: 'aspnet v3 sha1',
    hash: 'AQAAAAAAAAPoAAAAEAABAgMEBQYHCAkKCwwNDg+d2FbDdriytxO2vgdAVMuIpGVW4BGF6o0NJn8znGUhaQ==',
    kind: '$pbkdf2-sha1$i=1000,l=32',
  },
  {
    name: 'PHC pbkdf2-sha256',
    hash: '$pbkdf2-sha256$i=1000,l=32$g5Ay5jwHYMwZw/h/731P6Q$c4uvgdBOotXtWLh6D88vM8AxI1nAAYf3kGAZnxLhEXI',
    kind: '$pbkdf2-sha256$i=1000,l=32',
  },
];

/** The password `Zo\u00eb \u{1F511}`. */
export const bcryptOfUnicode = '$2b$04$aBoyBv78vDrkom8sqi/IdeAth0ErRrtcJlPCggSMo/y1I3cPZSOw6';
